-- CreateIndex
CREATE INDEX "security_log_at_idx" ON "security_log"("at");
