import type { RawBrowser } from './browser.ts'

/** The public query of a taxpayer as raw requests, for tests. */
export async function askSituation(
  browser: RawBrowser,
  [RUT = '', DV = '']: string[],
  changed: Record<string, string> = {},
): Promise<string> {
  const seen = await browser.post('/zeus/cvc_cgi/stc/CViewCaptcha.cgi', { oper: '0' })
  const txtCaptcha = /"txtCaptcha":"([^"]+)"/.exec(seen.text)?.[1] ?? ''
  const code = Buffer.from(txtCaptcha, 'base64').toString('latin1').slice(36, 40)
  const asked = { RUT, DV, PRG: 'STC', OPC: 'NOR', txt_code: code, txt_captcha: txtCaptcha }
  return (await browser.post('/zeus/cvc_cgi/stc/getstc', { ...asked, ...changed })).text
}
