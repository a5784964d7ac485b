-- CreateTable
CREATE TABLE "security_log" (
    "id" BIGSERIAL NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "account_id" TEXT NOT NULL,
    "by_account_id" TEXT,
    "action" TEXT NOT NULL,
    "detail" JSON,
    "address" TEXT,
    "user_agent" TEXT,

    CONSTRAINT "security_log_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "security_log_account_id_id_idx" ON "security_log"("account_id", "id");

-- CreateIndex
CREATE INDEX "security_log_by_account_id_idx" ON "security_log"("by_account_id");

-- The rules that a column's type can't say.
ALTER TABLE "security_log"
  ADD CONSTRAINT "security_log_action_check" CHECK (char_length("action") BETWEEN 1 AND 40),
  ADD CONSTRAINT "security_log_detail_check" CHECK (json_typeof("detail") = 'object'),
  ADD CONSTRAINT "security_log_address_check" CHECK (char_length("address") BETWEEN 1 AND 100),
  ADD CONSTRAINT "security_log_user_agent_check" CHECK (char_length("user_agent") <= 80);
