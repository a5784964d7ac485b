-- AlterTable
ALTER TABLE "accounts" ADD COLUMN     "password" TEXT;

-- CreateTable
CREATE TABLE "identities" (
    "provider" TEXT NOT NULL,
    "subject" TEXT NOT NULL,
    "account_id" TEXT NOT NULL,
    "verified" BOOLEAN NOT NULL,

    CONSTRAINT "identities_pkey" PRIMARY KEY ("provider","subject")
);

-- CreateTable
CREATE TABLE "sessions" (
    "id" TEXT NOT NULL,
    "account_id" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "sessions_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "sign_in_failures" (
    "id" BIGSERIAL NOT NULL,
    "email" TEXT NOT NULL,
    "address" TEXT NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "sign_in_failures_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "identities_account_id_idx" ON "identities"("account_id");

-- CreateIndex
CREATE INDEX "sessions_account_id_idx" ON "sessions"("account_id");

-- CreateIndex
CREATE INDEX "sessions_expires_at_idx" ON "sessions"("expires_at");

-- CreateIndex
CREATE INDEX "sign_in_failures_address_at_idx" ON "sign_in_failures"("address", "at");

-- CreateIndex
CREATE INDEX "sign_in_failures_at_idx" ON "sign_in_failures"("at");

-- AddForeignKey
ALTER TABLE "identities" ADD CONSTRAINT "identities_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "accounts"("id") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "accounts"("id") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- The rules that a column's type can't say.
ALTER TABLE "accounts"
  ADD CONSTRAINT "accounts_name_check" CHECK (char_length("name") BETWEEN 1 AND 200 AND "name" = btrim("name")),
  ADD CONSTRAINT "accounts_password_check" CHECK ("password" ~ '^scrypt\$[0-9]+\$[0-9]+\$[0-9]+\$[A-Za-z0-9_-]{22,}\$[A-Za-z0-9_-]{43,}$');
ALTER TABLE "identities"
  ADD CONSTRAINT "identities_check" CHECK (char_length("provider") BETWEEN 1 AND 100 AND char_length("subject") BETWEEN 1 AND 500);
ALTER TABLE "sessions"
  ADD CONSTRAINT "sessions_id_check" CHECK (char_length("id") >= 32),
  ADD CONSTRAINT "sessions_expires_at_check" CHECK ("expires_at" > "created_at");
ALTER TABLE "sign_in_failures"
  ADD CONSTRAINT "sign_in_failures_check" CHECK (char_length("email") <= 320 AND char_length("address") BETWEEN 1 AND 100);
