import { portalChanged } from '../http/diagnosis.ts'
import { fieldValue } from '../pages/forms.ts'
import type { Answer, IssuerData } from '../interface/portal.ts'
import type { FacturaForm } from './form.ts'

/** The company as the invoice form presents it. City usually comes empty (portal 3.2). */
export function readIssuer(form: FacturaForm): Answer<IssuerData> {
  const addresses = form.arrays.get('emisorDir')
  const activities = form.arrays.get('emisorActEco')
  const name = fieldValue(form.fields, 'EFXP_RZN_SOC')
  if (addresses === undefined) return portalChanged('mipeGenFacEx emisorDir')
  if (activities === undefined) return portalChanged('mipeGenFacEx emisorActEco')
  if (name === null) return portalChanged('VIEW_EFXP EFXP_RZN_SOC')
  return {
    kind: 'ok',
    value: {
      name: name.trim(),
      giro: fieldValue(form.fields, 'EFXP_GIRO_EMIS')?.trim() ?? '',
      email: fieldValue(form.fields, 'EFXP_EMAIL_EMISOR')?.trim() ?? '',
      addresses: addresses.map(([street = '', commune = '', city = '', branchCode = '']) => {
        return { street, commune, city, branchCode }
      }),
      activities: activities.map(([code = '', description = '']) => ({ code, description })),
    },
  }
}
