-- CreateEnum
CREATE TYPE "SuggestionState" AS ENUM ('received', 'accepted', 'declined', 'duplicate');

-- CreateTable
CREATE TABLE "suggestions" (
    "id" TEXT NOT NULL,
    "resource" TEXT NOT NULL,
    "record_id" TEXT NOT NULL,
    "field" TEXT,
    "proposed" TEXT,
    "note" TEXT NOT NULL,
    "source_url" TEXT,
    "contact" TEXT,
    "state" "SuggestionState" NOT NULL DEFAULT 'received',
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "answered_at" TIMESTAMPTZ(3),
    "reason" TEXT,

    CONSTRAINT "suggestions_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "suggestions_state_created_at_idx" ON "suggestions"("state", "created_at");

-- CreateIndex
CREATE INDEX "suggestions_resource_record_id_idx" ON "suggestions"("resource", "record_id");
