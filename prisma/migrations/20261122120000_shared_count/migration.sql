-- AlterTable
ALTER TABLE "api_keys" ADD COLUMN     "counts_with" TEXT,
ADD COLUMN     "counts_with_on" DATE;

-- A key shares its count with another one on one day, or never.
ALTER TABLE "api_keys" ADD CONSTRAINT "api_keys_counts_with_check"
  CHECK (("counts_with" IS NULL) = ("counts_with_on" IS NULL));
