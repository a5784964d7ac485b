-- AlterTable
ALTER TABLE "problem_snoozes" ALTER COLUMN "account_id" DROP NOT NULL;

-- CreateIndex
CREATE INDEX "problem_snoozes_account_id_idx" ON "problem_snoozes"("account_id");

-- The accounts of some snoozes have been deleted.
UPDATE "problem_snoozes" SET "account_id" = NULL
WHERE NOT EXISTS (SELECT FROM "accounts" WHERE "id" = "account_id");

-- AddForeignKey
ALTER TABLE "problem_snoozes" ADD CONSTRAINT "problem_snoozes_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "accounts"("id") ON DELETE SET NULL ON UPDATE RESTRICT;
