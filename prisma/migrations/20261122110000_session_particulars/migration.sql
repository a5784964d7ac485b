-- AlterTable
ALTER TABLE "sessions" ADD COLUMN     "address" TEXT,
ADD COLUMN     "device" TEXT,
ADD COLUMN     "last_used_at" TIMESTAMPTZ(3),
ADD COLUMN     "provider" TEXT;

-- What a cookie names is no longer stored, only its hash. Who is signed in stays so.
ALTER TABLE "sessions" DROP CONSTRAINT "sessions_id_check";
UPDATE "sessions" SET "last_used_at" = "created_at", "id" = encode(sha256(convert_to("id", 'UTF8')), 'hex');
ALTER TABLE "sessions" ALTER COLUMN "last_used_at" SET NOT NULL;

-- The rules that a column's type can't say.
ALTER TABLE "sessions"
  ADD CONSTRAINT "sessions_id_check" CHECK ("id" ~ '^[0-9a-f]{64}$'),
  ADD CONSTRAINT "sessions_provider_check" CHECK (char_length("provider") BETWEEN 1 AND 100),
  ADD CONSTRAINT "sessions_device_check" CHECK (char_length("device") BETWEEN 1 AND 80),
  ADD CONSTRAINT "sessions_address_check" CHECK (char_length("address") BETWEEN 1 AND 100);
