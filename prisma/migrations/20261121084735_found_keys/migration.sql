-- AlterTable
ALTER TABLE "api_keys" ADD COLUMN     "found_at" TIMESTAMPTZ(3),
ADD COLUMN     "found_dismissed_at" TIMESTAMPTZ(3);

-- What was found was revoked with it, and only what was found is told of.
ALTER TABLE "api_keys" ADD CONSTRAINT "api_keys_found_check"
  CHECK (("found_at" IS NULL OR "revoked_at" IS NOT NULL) AND ("found_dismissed_at" IS NULL OR "found_at" IS NOT NULL));
