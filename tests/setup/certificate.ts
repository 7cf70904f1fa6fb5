import { generateKeyPairSync, randomBytes, sign } from "node:crypto";

/** A key and a certificate that it signed itself, both as PEM. */
export type Certificate = { key: string; certificate: string };

/** Makes a certificate for a host name, valid for a day. Node reads certificates but has nothing that writes one. */
export function selfSigned(host: string): Certificate {
  const { privateKey, publicKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const name = sequence(set(sequence(objectId(commonName), tagged(0x0c, Buffer.from(host)))));
  const now = Date.now();
  const hostNames = sequence(tagged(0x82, Buffer.from(host)));
  const toBeSigned = sequence(
    tagged(0xa0, integer(Buffer.from([2]))),
    integer(Buffer.concat([Buffer.from([1]), randomBytes(8)])),
    sequence(objectId(ecdsaWithSha256)),
    name,
    sequence(utcTime(now - 3_600_000), utcTime(now + 86_400_000)),
    name,
    publicKey.export({ type: "spki", format: "der" }),
    tagged(0xa3, sequence(sequence(objectId(subjectAltName), tagged(0x04, hostNames)))),
  );
  const signature = sign("sha256", toBeSigned, privateKey);
  const unusedBits = Buffer.from([0]);
  const whole = sequence(
    toBeSigned,
    sequence(objectId(ecdsaWithSha256)),
    tagged(0x03, Buffer.concat([unusedBits, signature])),
  );
  return {
    key: privateKey.export({ type: "pkcs8", format: "pem" }).toString(),
    certificate: `-----BEGIN CERTIFICATE-----\n${whole.toString("base64").replace(/.{64}/g, "$&\n")}\n-----END CERTIFICATE-----\n`,
  };
}

/** Object identifiers in DER: 2.5.4.3, 2.5.29.17, 1.2.840.10045.4.3.2. */
const commonName = "550403";
const subjectAltName = "551d11";
const ecdsaWithSha256 = "2a8648ce3d040302";

/** A value in DER: its tag, the length, the bytes. */
function tagged(tag: number, ...parts: Buffer[]): Buffer {
  const bytes = Buffer.concat(parts);
  const { length } = bytes;
  const lengthBytes = length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, length >> 8, length & 255];
  return Buffer.concat([Buffer.from([tag, ...lengthBytes]), bytes]);
}

const sequence = (...parts: Buffer[]) => tagged(0x30, ...parts);
const set = (...parts: Buffer[]) => tagged(0x31, ...parts);
const integer = (bytes: Buffer) => tagged(0x02, bytes);
const objectId = (hex: string) => tagged(0x06, Buffer.from(hex, "hex"));

/** `YYMMDDhhmmssZ`. */
function utcTime(milliseconds: number): Buffer {
  const digits = new Date(milliseconds).toISOString().replace(/\D/g, "").slice(2, 14);
  return tagged(0x17, Buffer.from(`${digits}Z`));
}
