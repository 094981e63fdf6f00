/** What `npm run bench` runs without a name. */
const OF_THE_DOCUMENT = ['dte-sign', 'dte-print', 'dte-barcode', 'dte-verify']
/** @type {Record<string, readonly string[]>} */
const GROUPS = { payments: ['payment-notices', 'payment-streams', 'statement'] }

/**
 * The files of bench/ that the names mean: a name is a file's or a group's.
 * @param {readonly string[]} names
 */
export function benchesNamed(names) {
  return names.length === 0 ? OF_THE_DOCUMENT : names.flatMap((name) => GROUPS[name] ?? [name])
}
