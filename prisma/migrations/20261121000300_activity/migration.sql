-- CreateEnum
CREATE TYPE "ActivityAction" AS ENUM ('create', 'update', 'delete', 'revert');

-- CreateTable
CREATE TABLE "activity" (
    "id" BIGSERIAL NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "account_id" TEXT NOT NULL,
    "account_name" TEXT NOT NULL,
    "change_id" TEXT NOT NULL,
    "action" "ActivityAction" NOT NULL,
    "resource" TEXT NOT NULL,
    "record_id" TEXT NOT NULL,
    "before" JSONB,
    "after" JSONB,

    CONSTRAINT "activity_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "activity_change_id_idx" ON "activity"("change_id");

-- CreateIndex
CREATE INDEX "activity_resource_record_id_id_idx" ON "activity"("resource", "record_id", "id");

-- CreateIndex
CREATE INDEX "activity_account_id_id_idx" ON "activity"("account_id", "id");

-- An entry says what there was, what there is, or both.
ALTER TABLE "activity" ADD CONSTRAINT "activity_record_check" CHECK ("before" IS NOT NULL OR "after" IS NOT NULL);
