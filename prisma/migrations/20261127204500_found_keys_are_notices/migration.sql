-- AlterTable. Each found key has a notice.
ALTER TABLE "api_keys" DROP CONSTRAINT "api_keys_found_check",
DROP COLUMN "found_at",
DROP COLUMN "found_dismissed_at";
