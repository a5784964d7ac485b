import "./conformance/reads.ts";
import "./conformance/callers.ts";
import "./conformance/listings.ts";
import "./conformance/service.ts";
import "./conformance/writes.ts";
import "./conformance/keys.ts";
import "./conformance/last.ts";
