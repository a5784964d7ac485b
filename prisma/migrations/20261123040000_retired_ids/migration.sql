-- CreateTable
CREATE TABLE "retired_ids" (
    "resource" TEXT NOT NULL,
    "id" TEXT NOT NULL,

    CONSTRAINT "retired_ids_pkey" PRIMARY KEY ("resource","id")
);

-- The ids of the records that were deleted before.
INSERT INTO "retired_ids" ("resource", "id")
SELECT DISTINCT "resource", "record_id" FROM "activity" WHERE "after" IS NULL;

-- Its argument: the resource of the table.
CREATE FUNCTION "retire_ids"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO "retired_ids" ("resource", "id") SELECT TG_ARGV[0], "id" FROM "deleted" ON CONFLICT DO NOTHING;
  RETURN NULL;
END
$$;

CREATE TRIGGER "shows_retirement" AFTER DELETE ON "shows" REFERENCING OLD TABLE AS "deleted"
  FOR EACH STATEMENT EXECUTE FUNCTION "retire_ids"('shows');
CREATE TRIGGER "theatres_retirement" AFTER DELETE ON "theatres" REFERENCING OLD TABLE AS "deleted"
  FOR EACH STATEMENT EXECUTE FUNCTION "retire_ids"('theatres');
CREATE TRIGGER "people_retirement" AFTER DELETE ON "people" REFERENCING OLD TABLE AS "deleted"
  FOR EACH STATEMENT EXECUTE FUNCTION "retire_ids"('people');
CREATE TRIGGER "productions_retirement" AFTER DELETE ON "productions" REFERENCING OLD TABLE AS "deleted"
  FOR EACH STATEMENT EXECUTE FUNCTION "retire_ids"('productions');
CREATE TRIGGER "roles_retirement" AFTER DELETE ON "roles" REFERENCING OLD TABLE AS "deleted"
  FOR EACH STATEMENT EXECUTE FUNCTION "retire_ids"('roles');
CREATE TRIGGER "cast_members_retirement" AFTER DELETE ON "cast_members" REFERENCING OLD TABLE AS "deleted"
  FOR EACH STATEMENT EXECUTE FUNCTION "retire_ids"('cast-members');
