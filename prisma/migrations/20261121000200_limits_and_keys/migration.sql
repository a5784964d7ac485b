-- CreateEnum
CREATE TYPE "AccountRole" AS ENUM ('developer', 'editor', 'admin');

-- CreateTable
CREATE TABLE "accounts" (
    "id" TEXT NOT NULL,
    "email" TEXT NOT NULL,
    "name" TEXT,
    "role" "AccountRole" NOT NULL DEFAULT 'developer',
    "blocked" BOOLEAN NOT NULL DEFAULT false,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "accounts_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "api_keys" (
    "id" TEXT NOT NULL,
    "account_id" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "prefix" TEXT NOT NULL,
    "hash" TEXT NOT NULL,
    "daily_limit" INTEGER,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "last_used_at" TIMESTAMPTZ(3),
    "expires_at" TIMESTAMPTZ(3),
    "revoked_at" TIMESTAMPTZ(3),

    CONSTRAINT "api_keys_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "daily_usage" (
    "subject" TEXT NOT NULL,
    "day" DATE NOT NULL,
    "daily_limit" INTEGER NOT NULL,
    "allowed" INTEGER NOT NULL,
    "refused" INTEGER NOT NULL,
    "granted" INTEGER NOT NULL,

    CONSTRAINT "daily_usage_pkey" PRIMARY KEY ("subject","day")
);

-- CreateIndex
CREATE UNIQUE INDEX "accounts_email_key" ON "accounts"("email");

-- CreateIndex
CREATE UNIQUE INDEX "api_keys_hash_key" ON "api_keys"("hash");

-- CreateIndex
CREATE INDEX "api_keys_account_id_idx" ON "api_keys"("account_id");

-- CreateIndex
CREATE INDEX "daily_usage_day_idx" ON "daily_usage"("day");

-- AddForeignKey
ALTER TABLE "api_keys" ADD CONSTRAINT "api_keys_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "accounts"("id") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- The rules that a column's type can't say.
ALTER TABLE "accounts" ADD CONSTRAINT "accounts_email_check" CHECK ("email" = lower("email") AND char_length("email") BETWEEN 3 AND 320);
ALTER TABLE "api_keys"
  ADD CONSTRAINT "api_keys_name_check" CHECK (char_length("name") BETWEEN 1 AND 100 AND "name" = btrim("name")),
  ADD CONSTRAINT "api_keys_prefix_check" CHECK (char_length("prefix") = 12),
  ADD CONSTRAINT "api_keys_hash_check" CHECK ("hash" ~ '^[0-9a-f]{64}$'),
  ADD CONSTRAINT "api_keys_daily_limit_check" CHECK ("daily_limit" >= 1);
ALTER TABLE "daily_usage" ADD CONSTRAINT "daily_usage_check"
  CHECK ("daily_limit" >= 1 AND "allowed" >= 0 AND "refused" >= 0 AND "granted" >= 0);

-- Whatever decides whether a key works raises "keys"; that it was used does not.
INSERT INTO "versions" ("name", "value") VALUES ('keys', 1);

CREATE TRIGGER "api_keys_version"
  AFTER INSERT OR DELETE OR TRUNCATE OR UPDATE OF "id", "account_id", "hash", "daily_limit", "expires_at", "revoked_at" ON "api_keys"
  FOR EACH STATEMENT EXECUTE FUNCTION "raise_version"('keys');
CREATE TRIGGER "accounts_version"
  AFTER DELETE OR TRUNCATE OR UPDATE OF "id", "blocked" ON "accounts"
  FOR EACH STATEMENT EXECUTE FUNCTION "raise_version"('keys');
