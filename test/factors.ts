import { TOTP, Secret } from "otpauth";
import { createHash, generateKeyPairSync, randomBytes, sign, type KeyObject } from "node:crypto";

/** The code that an app with this secret shows at this time. @param at milliseconds since 1970. */
export function codeAt(secret: string, at: number): string {
  return new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: at });
}

/** A code that the app shows at none of the times around this one. */
export function wrongCodeAt(secret: string, at: number): string {
  const right = [-60, -30, 0, 30, 60].map((seconds) => codeAt(secret, at + seconds * 1_000));
  const wrong = ["000000", "111111", "222222", "333333", "444444", "555555"].find((code) => !right.includes(code));
  return wrong ?? "666666";
}

const path = "/account/second-factors";

/** A signed-in person. */
interface Owner {
  ask(method: string, path: string, body?: unknown): Promise<{ status: number; body: unknown }>;
}

/** Adds and confirms an app. @returns its secret, and the recovery codes if it is the first factor. */
export async function addApp({ ask }: Owner, now: number): Promise<{ secret: string; recoveryCodes: string[] }> {
  const { secret } = (await ask("POST", `${path}/totp`)).body as { secret: string };
  const { status, body } = await ask("POST", `${path}/totp/confirm`, { code: codeAt(secret, now) });
  if (status !== 200) throw new Error(`The app was not confirmed: ${JSON.stringify(body)}`);
  return { secret, recoveryCodes: (body as { recovery_codes?: string[] }).recovery_codes ?? [] };
}

type PasskeyOptions = Parameters<SoftwareAuthenticator["create"]>[0];

/** Adds a passkey. @returns the authenticator that has it, its id, and the recovery codes if it is the first factor. */
export async function addPasskey(
  { ask }: Owner,
  origin: string,
  { name = "Laptop", counts = true }: { name?: string; counts?: boolean } = {},
): Promise<{ authenticator: SoftwareAuthenticator; id: string; recoveryCodes: string[] }> {
  const authenticator = new SoftwareAuthenticator(origin, { counts });
  const options = (await ask("POST", `${path}/passkeys/options`)).body as PasskeyOptions;
  const { status, body } = await ask("POST", `${path}/passkeys`, { name, response: authenticator.create(options) });
  if (status !== 201) throw new Error(`The passkey was not added: ${JSON.stringify(body)}`);
  const { id, recovery_codes: recoveryCodes = [] } = body as { id: string; recovery_codes?: string[] };
  return { authenticator, id, recoveryCodes };
}

/** What a response says in place of the truth, for tests of refusals. */
interface Lie {
  origin?: string;
  /** The host that the authenticator data is for. */
  rpId?: string;
  counter?: number;
  isUserVerified?: boolean;
  userHandle?: string;
  type?: string;
  /** Signs with another key. */
  isForged?: boolean;
}

interface CreationOptions {
  challenge: string;
  rp: { id: string };
  user: { id: string };
}

interface RequestOptions {
  challenge: string;
  rpId: string;
}

const [userPresent, userVerified, hasCredential] = [0x01, 0x04, 0x40];

/** An authenticator with one passkey, on real keys: ES256, attestation "none" (Web Authentication §6). */
export class SoftwareAuthenticator {
  readonly id = randomBytes(32).toString("base64url");
  counter = 0;
  /** Whether it counts its uses. */
  readonly #counts: boolean;
  readonly #origin: string;
  readonly #keys: { publicKey: KeyObject; privateKey: KeyObject };
  #userHandle = "";

  constructor(origin: string, { counts = true }: { counts?: boolean } = {}) {
    this.#origin = origin;
    this.#counts = counts;
    this.#keys = generateKeyPairSync("ec", { namedCurve: "P-256" });
  }

  create({ challenge, rp, user }: CreationOptions, lie: Lie = {}) {
    this.#userHandle = user.id;
    const flags = userPresent | (lie.isUserVerified === false ? 0 : userVerified) | hasCredential;
    const idBytes = Buffer.from(this.id, "base64url");
    const authData = Buffer.concat([
      authenticatorData(lie.rpId ?? rp.id, flags, lie.counter ?? this.counter),
      Buffer.alloc(16),
      Buffer.from([idBytes.length >> 8, idBytes.length & 0xff]),
      idBytes,
      this.#coseKey(),
    ]);
    const attestationObject = cborMap([
      [cborText("fmt"), cborText("none")],
      [cborText("attStmt"), cborMap([])],
      [cborText("authData"), cborBytes(authData)],
    ]);
    return this.#credential({
      clientDataJSON: this.#clientData(lie.type ?? "webauthn.create", challenge, lie).toString("base64url"),
      attestationObject: attestationObject.toString("base64url"),
      transports: ["internal"],
    });
  }

  get({ challenge, rpId }: RequestOptions, lie: Lie = {}) {
    if (this.#counts) this.counter += 1;
    const flags = userPresent | (lie.isUserVerified === false ? 0 : userVerified);
    const authData = authenticatorData(lie.rpId ?? rpId, flags, lie.counter ?? this.counter);
    const data = this.#clientData(lie.type ?? "webauthn.get", challenge, lie);
    const { privateKey } = lie.isForged ? generateKeyPairSync("ec", { namedCurve: "P-256" }) : this.#keys;
    const signature = sign("sha256", Buffer.concat([authData, sha256(data)]), privateKey);
    return this.#credential({
      clientDataJSON: data.toString("base64url"),
      authenticatorData: authData.toString("base64url"),
      signature: signature.toString("base64url"),
      userHandle: lie.userHandle ?? this.#userHandle,
    });
  }

  #credential(response: object) {
    return { id: this.id, rawId: this.id, type: "public-key", clientExtensionResults: {}, response };
  }

  #clientData(type: string, challenge: string, { origin = this.#origin }: Lie): Buffer {
    return Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }));
  }

  /** RFC 9052 §7: an EC2 key on P-256 for ES256. */
  #coseKey(): Buffer {
    const { x = "", y = "" } = this.#keys.publicKey.export({ format: "jwk" });
    return cborMap([
      [Buffer.from([0x01]), Buffer.from([0x02])],
      [Buffer.from([0x03]), Buffer.from([0x26])],
      [Buffer.from([0x20]), Buffer.from([0x01])],
      [Buffer.from([0x21]), cborBytes(Buffer.from(x, "base64url"))],
      [Buffer.from([0x22]), cborBytes(Buffer.from(y, "base64url"))],
    ]);
  }
}

function authenticatorData(rpId: string, flags: number, counter: number): Buffer {
  const count = Buffer.alloc(4);
  count.writeUInt32BE(counter);
  return Buffer.concat([sha256(Buffer.from(rpId)), Buffer.from([flags]), count]);
}

function sha256(bytes: Buffer): Buffer {
  return createHash("sha256").update(bytes).digest();
}

/** CBOR (RFC 8949) in its shortest form: texts of under 24 bytes, and byte strings of 24 to 255. */
function cborText(text: string): Buffer {
  return Buffer.concat([Buffer.from([0x60 + text.length]), Buffer.from(text)]);
}

function cborBytes(bytes: Buffer): Buffer {
  return Buffer.concat([Buffer.from([0x58, bytes.length]), bytes]);
}

function cborMap(entries: [Buffer, Buffer][]): Buffer {
  return Buffer.concat([Buffer.from([0xa0 + entries.length]), ...entries.flat()]);
}
