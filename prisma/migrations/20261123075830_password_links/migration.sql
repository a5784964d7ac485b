-- CreateTable
CREATE TABLE "password_links" (
    "email" TEXT NOT NULL,
    "hash" TEXT NOT NULL,
    "account_id" TEXT NOT NULL,
    "role" "AccountRole",
    "issued_by" TEXT NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "password_links_pkey" PRIMARY KEY ("email")
);

-- CreateIndex
CREATE UNIQUE INDEX "password_links_hash_key" ON "password_links"("hash");

-- CreateIndex
CREATE INDEX "password_links_account_id_idx" ON "password_links"("account_id");
