import { verificationLetterRoute } from "@/lib/accounts/api/mail-route";
import { nextHandlers } from "@/lib/http/handlers";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = nextHandlers(verificationLetterRoute);
