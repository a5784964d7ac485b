-- CreateTable
CREATE TABLE "letters" (
    "id" BIGSERIAL NOT NULL,
    "to" TEXT NOT NULL,
    "subject" TEXT NOT NULL,
    "text" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "next_try" TIMESTAMPTZ(3) DEFAULT CURRENT_TIMESTAMP,
    "tries" INTEGER NOT NULL DEFAULT 0,
    "last_error" TEXT,
    "sent_at" TIMESTAMPTZ(3),
    "expires_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "letters_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "letters_next_try_idx" ON "letters"("next_try");

-- CreateIndex
CREATE INDEX "letters_expires_at_idx" ON "letters"("expires_at");
