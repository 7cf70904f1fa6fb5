import { generate } from "selfsigned";

/** A private key and its self-signed certificate as PEM. */
export type Certificate = { key: string; certificate: string };

/** Creates a self-signed certificate for a host name, valid for a year. */
export async function createCertificate(host: string): Promise<Certificate> {
  const pems = await generate([{ name: "commonName", value: host }], { keyType: "ec", algorithm: "sha256" });
  return { key: pems.private, certificate: pems.cert };
}
