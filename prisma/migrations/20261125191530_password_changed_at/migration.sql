-- AlterTable
ALTER TABLE "accounts" ADD COLUMN     "password_changed_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP;

-- The security log has the passwords of the last 400 days; an older one is as old as its account, as far as is known.
UPDATE "accounts" SET "password_changed_at" = COALESCE(
  (SELECT max("at") FROM "security_log"
   WHERE "account_id" = "accounts"."id"
     AND ("action" = 'password-changed' OR ("action" = 'password-reset' AND "detail"->>'link' = 'used'))),
  "created_at");

-- A trigger, so that it also holds for passwords that an operator or a restore sets.
CREATE FUNCTION "note_password_change"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW."password_changed_at" := now();
  RETURN NEW;
END $$;
CREATE TRIGGER "accounts_password_change" BEFORE UPDATE OF "password" ON "accounts"
  FOR EACH ROW WHEN (OLD."password" IS DISTINCT FROM NEW."password") EXECUTE FUNCTION "note_password_change"();
