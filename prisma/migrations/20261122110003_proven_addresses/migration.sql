-- AlterTable
ALTER TABLE "accounts" ADD COLUMN     "role_to_confirm" "AccountRole",
ADD COLUMN     "verified" BOOLEAN NOT NULL DEFAULT false;

-- Whom a provider has vouched for. Who was made by an operator can't be told from who opened an account themselves.
UPDATE "accounts" SET "verified" = true
  WHERE EXISTS (SELECT FROM "identities" WHERE "identities"."account_id" = "accounts"."id" AND "identities"."verified");

-- The rules that a column's type can't say.
ALTER TABLE "accounts" ADD CONSTRAINT "accounts_role_to_confirm_check" CHECK ("role_to_confirm" <> 'developer');
