-- AlterTable
ALTER TABLE "activity" ALTER COLUMN "account_name" DROP NOT NULL;

-- The names of those that were deleted before.
UPDATE "activity" SET "account_name" = NULL
  WHERE NOT EXISTS (SELECT FROM "accounts" WHERE "accounts"."id" = "activity"."account_id");
