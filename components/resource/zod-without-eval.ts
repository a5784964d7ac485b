import { config } from "zod";

// Zod tries whether it may turn text into code. No page of ours may: the browser would report each try as a breach of the page's policy.
config({ jitless: true });
