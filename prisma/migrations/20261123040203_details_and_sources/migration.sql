-- CreateEnum
CREATE TYPE "RunType" AS ENUM ('open', 'limited');

-- AlterTable
ALTER TABLE "activity" ADD COLUMN     "merged_into" TEXT;

-- AlterTable
ALTER TABLE "cast_members" ADD COLUMN     "covers" JSONB NOT NULL DEFAULT '[]',
ADD COLUMN     "engagements" JSONB NOT NULL DEFAULT '[]',
ADD COLUMN     "sources" JSONB NOT NULL DEFAULT '[]',
ADD COLUMN     "verified_at" TIMESTAMPTZ(3);

-- AlterTable
ALTER TABLE "people" ADD COLUMN     "aliases" JSONB NOT NULL DEFAULT '[]',
ADD COLUMN     "external_ids" JSONB NOT NULL DEFAULT '{}',
ADD COLUMN     "sources" JSONB NOT NULL DEFAULT '[]',
ADD COLUMN     "verified_at" TIMESTAMPTZ(3);

-- AlterTable
ALTER TABLE "productions" ADD COLUMN     "age_from" INTEGER,
ADD COLUMN     "booking_url" TEXT,
ADD COLUMN     "content_notes" TEXT,
ADD COLUMN     "external_ids" JSONB NOT NULL DEFAULT '{}',
ADD COLUMN     "first_preview" DATE,
ADD COLUMN     "intervals" INTEGER,
ADD COLUMN     "press_night" DATE,
ADD COLUMN     "run_type" "RunType",
ADD COLUMN     "running_minutes" INTEGER,
ADD COLUMN     "sources" JSONB NOT NULL DEFAULT '[]',
ADD COLUMN     "transfer_of" TEXT,
ADD COLUMN     "verified_at" TIMESTAMPTZ(3);

-- AlterTable
ALTER TABLE "roles" ADD COLUMN     "aliases" JSONB NOT NULL DEFAULT '[]',
ADD COLUMN     "sources" JSONB NOT NULL DEFAULT '[]',
ADD COLUMN     "verified_at" TIMESTAMPTZ(3);

-- AlterTable
ALTER TABLE "shows" ADD COLUMN     "aliases" JSONB NOT NULL DEFAULT '[]',
ADD COLUMN     "external_ids" JSONB NOT NULL DEFAULT '{}',
ADD COLUMN     "sources" JSONB NOT NULL DEFAULT '[]',
ADD COLUMN     "verified_at" TIMESTAMPTZ(3);

-- AlterTable
ALTER TABLE "theatres" ADD COLUMN     "aliases" JSONB NOT NULL DEFAULT '[]',
ADD COLUMN     "external_ids" JSONB NOT NULL DEFAULT '{}',
ADD COLUMN     "sources" JSONB NOT NULL DEFAULT '[]',
ADD COLUMN     "verified_at" TIMESTAMPTZ(3),
ADD COLUMN     "website" TEXT;

-- Few entries of the log are merges.
CREATE INDEX "activity_merged_into_idx" ON "activity"("merged_into") WHERE "merged_into" IS NOT NULL;

-- CreateIndex
CREATE INDEX "productions_transfer_of_idx" ON "productions"("transfer_of");

-- AddForeignKey
ALTER TABLE "productions" ADD CONSTRAINT "productions_transfer_of_fkey" FOREIGN KEY ("transfer_of") REFERENCES "productions"("id") ON DELETE NO ACTION ON UPDATE NO ACTION
  DEFERRABLE INITIALLY DEFERRED;

-- The limits of the schemas.
ALTER TABLE "shows" ADD CONSTRAINT "shows_aliases_check" CHECK (jsonb_typeof("aliases") = 'array');
ALTER TABLE "shows" ADD CONSTRAINT "shows_external_ids_check" CHECK (jsonb_typeof("external_ids") = 'object');
ALTER TABLE "shows" ADD CONSTRAINT "shows_sources_check" CHECK (jsonb_typeof("sources") = 'array');
ALTER TABLE "theatres" ADD CONSTRAINT "theatres_aliases_check" CHECK (jsonb_typeof("aliases") = 'array');
ALTER TABLE "theatres" ADD CONSTRAINT "theatres_external_ids_check" CHECK (jsonb_typeof("external_ids") = 'object');
ALTER TABLE "theatres" ADD CONSTRAINT "theatres_website_check" CHECK (char_length("website") <= 2048 AND "website" ~* '^https?://');
ALTER TABLE "theatres" ADD CONSTRAINT "theatres_sources_check" CHECK (jsonb_typeof("sources") = 'array');
ALTER TABLE "people" ADD CONSTRAINT "people_aliases_check" CHECK (jsonb_typeof("aliases") = 'array');
ALTER TABLE "people" ADD CONSTRAINT "people_external_ids_check" CHECK (jsonb_typeof("external_ids") = 'object');
ALTER TABLE "people" ADD CONSTRAINT "people_sources_check" CHECK (jsonb_typeof("sources") = 'array');
ALTER TABLE "roles" ADD CONSTRAINT "roles_aliases_check" CHECK (jsonb_typeof("aliases") = 'array');
ALTER TABLE "roles" ADD CONSTRAINT "roles_sources_check" CHECK (jsonb_typeof("sources") = 'array');
ALTER TABLE "productions" ADD CONSTRAINT "productions_first_preview_check" CHECK ("first_preview" BETWEEN '0001-01-01' AND '9999-12-31');
ALTER TABLE "productions" ADD CONSTRAINT "productions_press_night_check" CHECK ("press_night" BETWEEN '0001-01-01' AND '9999-12-31');
ALTER TABLE "productions" ADD CONSTRAINT "productions_running_minutes_check" CHECK ("running_minutes" BETWEEN 1 AND 1000);
ALTER TABLE "productions" ADD CONSTRAINT "productions_intervals_check" CHECK ("intervals" BETWEEN 0 AND 5);
ALTER TABLE "productions" ADD CONSTRAINT "productions_age_from_check" CHECK ("age_from" BETWEEN 0 AND 21);
ALTER TABLE "productions" ADD CONSTRAINT "productions_content_notes_check" CHECK (char_length("content_notes") <= 2000);
ALTER TABLE "productions" ADD CONSTRAINT "productions_booking_url_check" CHECK (char_length("booking_url") <= 2048 AND "booking_url" ~* '^https?://');
ALTER TABLE "productions" ADD CONSTRAINT "productions_external_ids_check" CHECK (jsonb_typeof("external_ids") = 'object');
ALTER TABLE "productions" ADD CONSTRAINT "productions_sources_check" CHECK (jsonb_typeof("sources") = 'array');
ALTER TABLE "cast_members" ADD CONSTRAINT "cast_members_engagements_check" CHECK (jsonb_typeof("engagements") = 'array');
ALTER TABLE "cast_members" ADD CONSTRAINT "cast_members_covers_check" CHECK (jsonb_typeof("covers") = 'array');
ALTER TABLE "cast_members" ADD CONSTRAINT "cast_members_sources_check" CHECK (jsonb_typeof("sources") = 'array');
