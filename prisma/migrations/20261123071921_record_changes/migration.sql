-- AlterTable
ALTER TABLE "versions" ADD COLUMN     "last_change" BIGINT NOT NULL DEFAULT 0;

-- CreateTable
CREATE TABLE "record_changes" (
    "resource" TEXT NOT NULL,
    "id" TEXT NOT NULL,
    "number" BIGINT NOT NULL,
    "changed_at" TIMESTAMPTZ(3) NOT NULL,
    "is_deleted" BOOLEAN NOT NULL,

    CONSTRAINT "record_changes_pkey" PRIMARY KEY ("resource","id")
);

-- CreateTable
CREATE TABLE "forgotten_deletions" (
    "resource" TEXT NOT NULL,
    "number" BIGINT NOT NULL,

    CONSTRAINT "forgotten_deletions_pkey" PRIMARY KEY ("resource")
);

-- CreateIndex
CREATE UNIQUE INDEX "record_changes_resource_number_key" ON "record_changes"("resource", "number");

-- Its argument: the resource of the table. The update of the version's row makes later changes wait until the
-- transaction ends, so a number becomes visible only after all lower ones.
CREATE FUNCTION "number_changes"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  "changed" TEXT[] := '{}';
  "deleted" TEXT[] := '{}';
  "last" BIGINT;
BEGIN
  IF TG_OP = 'INSERT' THEN
    "changed" := ARRAY(SELECT "id" FROM "after");
  ELSIF TG_OP = 'UPDATE' THEN
    "changed" := ARRAY(
      SELECT "later"."id" FROM "after" AS "later" LEFT JOIN "before" AS "earlier" ON "earlier"."id" = "later"."id"
      WHERE "later" IS DISTINCT FROM "earlier"
    );
    "deleted" := ARRAY(SELECT "id" FROM "before" EXCEPT SELECT "id" FROM "after");
  ELSIF TG_OP = 'DELETE' THEN
    "deleted" := ARRAY(SELECT "id" FROM "before");
  ELSE
    "deleted" := ARRAY(SELECT "id" FROM "record_changes" WHERE "resource" = TG_ARGV[0] AND NOT "is_deleted");
  END IF;
  IF cardinality("changed") + cardinality("deleted") = 0 THEN
    RETURN NULL;
  END IF;
  UPDATE "versions" SET "last_change" = "last_change" + cardinality("changed") + cardinality("deleted")
  WHERE "name" = 'data' RETURNING "last_change" - cardinality("changed") - cardinality("deleted") INTO "last";
  INSERT INTO "record_changes" ("resource", "id", "number", "changed_at", "is_deleted")
  SELECT TG_ARGV[0], "one"."id", "last" + "one"."place", clock_timestamp(), "one"."place" <= cardinality("deleted")
  FROM unnest("deleted" || "changed") WITH ORDINALITY AS "one" ("id", "place")
  ON CONFLICT ("resource", "id") DO UPDATE
  SET "number" = "excluded"."number", "changed_at" = "excluded"."changed_at", "is_deleted" = "excluded"."is_deleted";
  RETURN NULL;
END
$$;

CREATE TRIGGER "shows_insertion" AFTER INSERT ON "shows" REFERENCING NEW TABLE AS "after"
  FOR EACH STATEMENT EXECUTE FUNCTION "number_changes"('shows');

CREATE TRIGGER "shows_update" AFTER UPDATE ON "shows" REFERENCING OLD TABLE AS "before" NEW TABLE AS "after"
  FOR EACH STATEMENT EXECUTE FUNCTION "number_changes"('shows');

CREATE TRIGGER "shows_deletion" AFTER DELETE ON "shows" REFERENCING OLD TABLE AS "before"
  FOR EACH STATEMENT EXECUTE FUNCTION "number_changes"('shows');

CREATE TRIGGER "shows_truncation" AFTER TRUNCATE ON "shows"
  FOR EACH STATEMENT EXECUTE FUNCTION "number_changes"('shows');

CREATE TRIGGER "theatres_insertion" AFTER INSERT ON "theatres" REFERENCING NEW TABLE AS "after"
  FOR EACH STATEMENT EXECUTE FUNCTION "number_changes"('theatres');

CREATE TRIGGER "theatres_update" AFTER UPDATE ON "theatres" REFERENCING OLD TABLE AS "before" NEW TABLE AS "after"
  FOR EACH STATEMENT EXECUTE FUNCTION "number_changes"('theatres');

CREATE TRIGGER "theatres_deletion" AFTER DELETE ON "theatres" REFERENCING OLD TABLE AS "before"
  FOR EACH STATEMENT EXECUTE FUNCTION "number_changes"('theatres');

CREATE TRIGGER "theatres_truncation" AFTER TRUNCATE ON "theatres"
  FOR EACH STATEMENT EXECUTE FUNCTION "number_changes"('theatres');

CREATE TRIGGER "people_insertion" AFTER INSERT ON "people" REFERENCING NEW TABLE AS "after"
  FOR EACH STATEMENT EXECUTE FUNCTION "number_changes"('people');

CREATE TRIGGER "people_update" AFTER UPDATE ON "people" REFERENCING OLD TABLE AS "before" NEW TABLE AS "after"
  FOR EACH STATEMENT EXECUTE FUNCTION "number_changes"('people');

CREATE TRIGGER "people_deletion" AFTER DELETE ON "people" REFERENCING OLD TABLE AS "before"
  FOR EACH STATEMENT EXECUTE FUNCTION "number_changes"('people');

CREATE TRIGGER "people_truncation" AFTER TRUNCATE ON "people"
  FOR EACH STATEMENT EXECUTE FUNCTION "number_changes"('people');

CREATE TRIGGER "roles_insertion" AFTER INSERT ON "roles" REFERENCING NEW TABLE AS "after"
  FOR EACH STATEMENT EXECUTE FUNCTION "number_changes"('roles');

CREATE TRIGGER "roles_update" AFTER UPDATE ON "roles" REFERENCING OLD TABLE AS "before" NEW TABLE AS "after"
  FOR EACH STATEMENT EXECUTE FUNCTION "number_changes"('roles');

CREATE TRIGGER "roles_deletion" AFTER DELETE ON "roles" REFERENCING OLD TABLE AS "before"
  FOR EACH STATEMENT EXECUTE FUNCTION "number_changes"('roles');

CREATE TRIGGER "roles_truncation" AFTER TRUNCATE ON "roles"
  FOR EACH STATEMENT EXECUTE FUNCTION "number_changes"('roles');

CREATE TRIGGER "productions_insertion" AFTER INSERT ON "productions" REFERENCING NEW TABLE AS "after"
  FOR EACH STATEMENT EXECUTE FUNCTION "number_changes"('productions');

CREATE TRIGGER "productions_update" AFTER UPDATE ON "productions" REFERENCING OLD TABLE AS "before" NEW TABLE AS "after"
  FOR EACH STATEMENT EXECUTE FUNCTION "number_changes"('productions');

CREATE TRIGGER "productions_deletion" AFTER DELETE ON "productions" REFERENCING OLD TABLE AS "before"
  FOR EACH STATEMENT EXECUTE FUNCTION "number_changes"('productions');

CREATE TRIGGER "productions_truncation" AFTER TRUNCATE ON "productions"
  FOR EACH STATEMENT EXECUTE FUNCTION "number_changes"('productions');

CREATE TRIGGER "cast_members_insertion" AFTER INSERT ON "cast_members" REFERENCING NEW TABLE AS "after"
  FOR EACH STATEMENT EXECUTE FUNCTION "number_changes"('cast-members');

CREATE TRIGGER "cast_members_update" AFTER UPDATE ON "cast_members" REFERENCING OLD TABLE AS "before" NEW TABLE AS "after"
  FOR EACH STATEMENT EXECUTE FUNCTION "number_changes"('cast-members');

CREATE TRIGGER "cast_members_deletion" AFTER DELETE ON "cast_members" REFERENCING OLD TABLE AS "before"
  FOR EACH STATEMENT EXECUTE FUNCTION "number_changes"('cast-members');

CREATE TRIGGER "cast_members_truncation" AFTER TRUNCATE ON "cast_members"
  FOR EACH STATEMENT EXECUTE FUNCTION "number_changes"('cast-members');

-- The records so far, in the order of their last logged change. Of those without one the time is not known.
INSERT INTO "record_changes" ("resource", "id", "number", "changed_at", "is_deleted")
SELECT "resource", "id", row_number() OVER (ORDER BY "entry" NULLS FIRST, "resource", "id"), coalesce("at", now()), false
FROM (
  SELECT 'shows' AS "resource", "id" FROM "shows"
  UNION ALL SELECT 'theatres', "id" FROM "theatres"
  UNION ALL SELECT 'people', "id" FROM "people"
  UNION ALL SELECT 'productions', "id" FROM "productions"
  UNION ALL SELECT 'roles', "id" FROM "roles"
  UNION ALL SELECT 'cast-members', "id" FROM "cast_members"
) AS "record"
LEFT JOIN LATERAL (
  SELECT "activity"."id" AS "entry", "at" FROM "activity"
  WHERE "activity"."resource" = "record"."resource" AND "record_id" = "record"."id"
  ORDER BY "activity"."id" DESC LIMIT 1
) AS "last_logged" ON true;

UPDATE "versions" SET "last_change" = (SELECT coalesce(max("number"), 0) FROM "record_changes") WHERE "name" = 'data';
