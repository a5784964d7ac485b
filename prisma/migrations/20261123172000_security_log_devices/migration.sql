-- A browser's name stands after the first 80 characters.
ALTER TABLE "security_log"
  DROP CONSTRAINT "security_log_user_agent_check",
  ADD CONSTRAINT "security_log_user_agent_check" CHECK (char_length("user_agent") <= 200);
