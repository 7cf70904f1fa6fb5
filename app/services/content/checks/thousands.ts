/** Removes the commas between the digits of numbers such as `1,000`. */
export function removeThousandsCommas(text: string): string {
  return text.replaceAll(/(?<=\d),(?=\d{3})/g, "");
}
