/** Returns the address that calls a number. An extension, and a zero in brackets after a country code, aren't dialled. */
export function getCallAddress(phone: string): string {
  const dialled = phone.includes("+") ? phone.replace("(0)", "") : phone;
  const number = dialled.replace(/(?:转|分机|ext|(\d ?)[x#]).*$/is, "$1");
  return `tel:${number.replace(/[^\d+]/g, "")}`;
}
