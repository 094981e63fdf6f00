import PostalMime, { type Address } from 'postal-mime'

/** What a provider reads of a message before it takes it. */
export interface RawFacts {
  messageId: string | null
  from: string | null
  recipients: string[]
}

export async function readRaw(raw: Uint8Array): Promise<RawFacts> {
  const mail = await PostalMime.parse(raw)
  const lists = [mail.to, mail.cc, mail.bcc]
  return {
    messageId: mail.messageId ?? null,
    from: mail.from?.address ?? null,
    recipients: lists.flatMap((list) => (list ?? []).flatMap(addressesOf)),
  }
}

/** A group has members; a lone name has none. */
function addressesOf(address: Address): string[] {
  if (address.group !== undefined) return address.group.flatMap((one) => one.address ?? [])
  return [address.address ?? '']
}

export function isAddress(text: string): boolean {
  return /^[^\s@<>,;:"()[\]\\]{1,64}@[^\s@<>,;:"()[\]\\]+\.[^\s@<>,;:"()[\]\\]+$/.test(text)
}
