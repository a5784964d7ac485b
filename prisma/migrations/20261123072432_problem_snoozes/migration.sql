-- CreateTable
CREATE TABLE "problem_snoozes" (
    "rule" TEXT NOT NULL,
    "resource" TEXT NOT NULL,
    "record_id" TEXT NOT NULL,
    "facts" TEXT NOT NULL,
    "until" DATE,
    "reason" TEXT NOT NULL,
    "account_id" TEXT NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "problem_snoozes_pkey" PRIMARY KEY ("rule","resource","record_id")
);

-- CreateTable
CREATE TABLE "problem_counts" (
    "day" DATE NOT NULL,
    "rule" TEXT NOT NULL,
    "count" INTEGER NOT NULL,
    "data_version" BIGINT NOT NULL,

    CONSTRAINT "problem_counts_pkey" PRIMARY KEY ("day","rule")
);

-- A snooze ends with its record, also for deletions at psql.
CREATE OR REPLACE FUNCTION "retire_ids"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO "retired_ids" ("resource", "id") SELECT TG_ARGV[0], "id" FROM "deleted" ON CONFLICT DO NOTHING;
  DELETE FROM "problem_snoozes" WHERE "resource" = TG_ARGV[0] AND "record_id" IN (SELECT "id" FROM "deleted");
  RETURN NULL;
END
$$;
