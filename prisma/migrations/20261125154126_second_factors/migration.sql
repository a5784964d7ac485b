-- CreateTable
CREATE TABLE "authenticator_apps" (
    "account_id" TEXT NOT NULL,
    "secret" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "confirmed_at" TIMESTAMPTZ(3),
    "last_step" INTEGER NOT NULL DEFAULT 0,
    "wrong_codes" INTEGER NOT NULL DEFAULT 0,

    CONSTRAINT "authenticator_apps_pkey" PRIMARY KEY ("account_id")
);

-- CreateTable
CREATE TABLE "passkeys" (
    "id" TEXT NOT NULL,
    "account_id" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "credential_id" TEXT NOT NULL,
    "public_key" TEXT NOT NULL,
    "counter" BIGINT NOT NULL,
    "transports" TEXT[],
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "last_used_at" TIMESTAMPTZ(3),

    CONSTRAINT "passkeys_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "recovery_codes" (
    "account_id" TEXT NOT NULL,
    "hash" TEXT NOT NULL,

    CONSTRAINT "recovery_codes_pkey" PRIMARY KEY ("account_id","hash")
);

-- CreateTable
CREATE TABLE "passkey_challenges" (
    "challenge" TEXT NOT NULL,
    "account_id" TEXT,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "passkey_challenges_pkey" PRIMARY KEY ("challenge")
);

-- CreateIndex
CREATE UNIQUE INDEX "passkeys_credential_id_key" ON "passkeys"("credential_id");

-- CreateIndex
CREATE INDEX "passkeys_account_id_idx" ON "passkeys"("account_id");

-- CreateIndex
CREATE INDEX "passkey_challenges_account_id_idx" ON "passkey_challenges"("account_id");

-- CreateIndex
CREATE INDEX "passkey_challenges_expires_at_idx" ON "passkey_challenges"("expires_at");

-- AddForeignKey
ALTER TABLE "authenticator_apps" ADD CONSTRAINT "authenticator_apps_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "accounts"("id") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "passkeys" ADD CONSTRAINT "passkeys_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "accounts"("id") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "recovery_codes" ADD CONSTRAINT "recovery_codes_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "accounts"("id") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "passkey_challenges" ADD CONSTRAINT "passkey_challenges_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "accounts"("id") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- The rules that a column's type can't say.
ALTER TABLE "authenticator_apps"
  ADD CONSTRAINT "authenticator_apps_secret_check" CHECK (char_length("secret") BETWEEN 1 AND 200),
  ADD CONSTRAINT "authenticator_apps_wrong_codes_check" CHECK ("wrong_codes" BETWEEN 0 AND 10);
ALTER TABLE "passkeys"
  ADD CONSTRAINT "passkeys_name_check" CHECK (char_length("name") BETWEEN 1 AND 100 AND "name" = btrim("name")),
  ADD CONSTRAINT "passkeys_credential_id_check" CHECK (char_length("credential_id") BETWEEN 1 AND 1364),
  ADD CONSTRAINT "passkeys_counter_check" CHECK ("counter" BETWEEN 0 AND 4294967295),
  ADD CONSTRAINT "passkeys_transports_check" CHECK ("transports" IS NOT NULL);
