import "./conformance/reads.ts";
import "./conformance/listings.ts";
import "./conformance/service.ts";
import "./conformance/writes.ts";
import "./conformance/last.ts";
