-- AlterTable
ALTER TABLE "calendar_events" ADD COLUMN     "number" BIGINT NOT NULL DEFAULT 0;

-- CreateIndex
CREATE INDEX "calendar_events_number_idx" ON "calendar_events"("number");

-- Raised with each statement that stores events.
INSERT INTO "versions" ("name", "value") VALUES ('calendars', 0);
