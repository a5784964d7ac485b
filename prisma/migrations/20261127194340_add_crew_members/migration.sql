-- CreateEnum
CREATE TYPE "Job" AS ENUM ('author', 'adapter', 'translator', 'composer', 'lyricist', 'book', 'director', 'associate-director', 'choreographer', 'musical-director', 'musical-supervisor', 'orchestrator', 'arranger', 'set-designer', 'costume-designer', 'lighting-designer', 'sound-designer', 'video-designer', 'wigs-hair-and-make-up-designer', 'puppetry-designer', 'illusions-designer', 'fight-director', 'intimacy-director', 'movement-director', 'casting-director', 'dramaturg', 'producer', 'other');

-- CreateTable
CREATE TABLE "crew_members" (
    "id" TEXT NOT NULL,
    "person_id" TEXT NOT NULL,
    "production_id" TEXT NOT NULL,
    "job" "Job" NOT NULL,
    "credit" TEXT,
    "billing_order" INTEGER,
    "from" TEXT,
    "to" TEXT,
    "sources" JSONB NOT NULL DEFAULT '[]',
    "verified_at" TIMESTAMPTZ(3),

    CONSTRAINT "crew_members_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "crew_members_production_id_idx" ON "crew_members"("production_id");

-- AddForeignKey
ALTER TABLE "crew_members" ADD CONSTRAINT "crew_members_person_id_fkey" FOREIGN KEY ("person_id") REFERENCES "people"("id") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "crew_members" ADD CONSTRAINT "crew_members_production_id_fkey" FOREIGN KEY ("production_id") REFERENCES "productions"("id") ON DELETE RESTRICT ON UPDATE RESTRICT;

ALTER TABLE "crew_members" ADD CONSTRAINT "crew_members_credit_check" CHECK (char_length("credit") BETWEEN 1 AND 200 AND "credit" = btrim("credit"));

ALTER TABLE "crew_members" ADD CONSTRAINT "crew_members_billing_order_check" CHECK ("billing_order" BETWEEN 1 AND 10000);

ALTER TABLE "crew_members" ADD CONSTRAINT "crew_members_from_check" CHECK ("from" ~ '^\d{4}(-\d{2}(-\d{2})?)?$');

ALTER TABLE "crew_members" ADD CONSTRAINT "crew_members_to_check" CHECK ("to" ~ '^\d{4}(-\d{2}(-\d{2})?)?$');

ALTER TABLE "crew_members" ADD CONSTRAINT "crew_members_sources_check" CHECK (jsonb_typeof("sources") = 'array');

CREATE TRIGGER "crew_members_version" AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON "crew_members"
  FOR EACH STATEMENT EXECUTE FUNCTION "raise_version"('data');

CREATE TRIGGER "crew_members_retirement" AFTER DELETE ON "crew_members" REFERENCING OLD TABLE AS "deleted"
  FOR EACH STATEMENT EXECUTE FUNCTION "retire_ids"('crew-members');

CREATE TRIGGER "crew_members_insertion" AFTER INSERT ON "crew_members" REFERENCING NEW TABLE AS "after"
  FOR EACH STATEMENT EXECUTE FUNCTION "number_changes"('crew-members');

CREATE TRIGGER "crew_members_update" AFTER UPDATE ON "crew_members" REFERENCING OLD TABLE AS "before" NEW TABLE AS "after"
  FOR EACH STATEMENT EXECUTE FUNCTION "number_changes"('crew-members');

CREATE TRIGGER "crew_members_deletion" AFTER DELETE ON "crew_members" REFERENCING OLD TABLE AS "before"
  FOR EACH STATEMENT EXECUTE FUNCTION "number_changes"('crew-members');

CREATE TRIGGER "crew_members_truncation" AFTER TRUNCATE ON "crew_members"
  FOR EACH STATEMENT EXECUTE FUNCTION "number_changes"('crew-members');

-- The same person, production and job once; `other` once for each credit.
CREATE UNIQUE INDEX "crew_members_key"
  ON "crew_members" ("person_id", "production_id", "job", (CASE WHEN "job" = 'other' THEN "credit" ELSE '' END));

ALTER TABLE "crew_members" ADD CONSTRAINT "crew_members_other_check" CHECK ("job" <> 'other' OR "credit" IS NOT NULL);
