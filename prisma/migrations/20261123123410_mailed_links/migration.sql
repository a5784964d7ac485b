-- CreateEnum
CREATE TYPE "MailedLinkPurpose" AS ENUM ('reset', 'verify');

-- CreateTable
CREATE TABLE "mailed_links" (
    "hash" TEXT NOT NULL,
    "account_id" TEXT NOT NULL,
    "purpose" "MailedLinkPurpose" NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "mailed_links_pkey" PRIMARY KEY ("hash")
);

-- CreateTable
CREATE TABLE "reset_requests" (
    "id" BIGSERIAL NOT NULL,
    "email" TEXT NOT NULL,
    "address" TEXT NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,
    "is_answered" BOOLEAN NOT NULL DEFAULT false,

    CONSTRAINT "reset_requests_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "mailed_links_account_id_idx" ON "mailed_links"("account_id");

-- CreateIndex
CREATE INDEX "reset_requests_address_at_idx" ON "reset_requests"("address", "at");

-- CreateIndex
CREATE INDEX "reset_requests_is_answered_idx" ON "reset_requests"("is_answered");
