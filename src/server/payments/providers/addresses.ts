import type { ProviderSettings } from './port.ts'

/**
 * Where the calls go, without a slash at its end. Throws for an address that isn't encrypted in a real installation,
 * because the keys are sent there, and in a demonstration for none, because nothing of it leaves the machine.
 */
export function baseUrlOf(settings: ProviderSettings, ownHost: string): string {
  const { baseUrl, environment } = settings
  if (baseUrl === null && environment === 'real') return `https://${ownHost}`
  if (baseUrl === null || !isWebUrl(baseUrl, environment))
    throw new RangeError('Not the address of a provider')
  return baseUrl.endsWith('/') ? baseUrl.slice(0, -1) : baseUrl
}

/** Whether a payer may be sent there: a page of the provider's own domains or, with a stand-in, any. */
export function isPayerPage(
  url: string,
  { baseUrl, environment }: ProviderSettings,
  domains: readonly string[],
): boolean {
  if (baseUrl !== null) return isWebUrl(url, environment)
  const host = isWebUrl(url, 'real') ? (URL.parse(url)?.hostname ?? '') : ''
  return domains.some((domain) => host === domain || host.endsWith(`.${domain}`))
}

/** Encrypted in a real installation, and without a password in it. */
export function isWebUrl(url: string, environment: ProviderSettings['environment']): boolean {
  const parsed = URL.parse(url)
  if (parsed === null || parsed.username !== '' || parsed.password !== '') return false
  return parsed.protocol === 'https:' || (environment !== 'real' && parsed.protocol === 'http:')
}
