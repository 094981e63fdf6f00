export interface Page {
  /** The SII's own address of the page, after redirects. */
  url: string
  status: number
  contentType: string
  bytes: Uint8Array
  readonly text: string
  /** Where a redirect not followed leads: an address of the SII, or one outside it. */
  movedTo: { kind: 'inside'; url: string } | { kind: 'outside'; text: string } | null
}

export type Visit =
  | { kind: 'page'; page: Page }
  | { kind: 'failed'; cause: 'network' | 'timeout'; code: string }
  | { kind: 'notSent' }
