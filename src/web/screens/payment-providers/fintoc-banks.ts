/** As Fintoc names them ("Chile institution codes" of its documents), in the order of their names. */
export const FINTOC_BANKS: readonly { value: string; label: string }[] = [
  { value: 'cl_banco_de_chile', label: 'Banco de Chile, Edwards y Citi' },
  { value: 'cl_banco_estado', label: 'BancoEstado' },
  { value: 'cl_banco_bbva', label: 'BBVA' },
  { value: 'cl_banco_bci', label: 'BCI' },
  { value: 'cl_banco_bice', label: 'BICE' },
  { value: 'cl_banco_consorcio', label: 'Consorcio' },
  { value: 'cl_banco_coopeuch', label: 'Coopeuch y Dale' },
  { value: 'cl_copec_pay', label: 'Copec Pay' },
  { value: 'cl_banco_falabella', label: 'Falabella' },
  { value: 'cl_banco_hsbc', label: 'HSBC' },
  { value: 'cl_banco_internacional', label: 'Internacional' },
  { value: 'cl_banco_itau', label: 'Itaú' },
  { value: 'cl_prepago_los_heroes', label: 'Los Héroes Prepago' },
  { value: 'cl_mach', label: 'MACH' },
  { value: 'cl_mercado_pago', label: 'Mercado Pago' },
  { value: 'cl_banco_ripley', label: 'Ripley' },
  { value: 'cl_banco_santander', label: 'Santander' },
  { value: 'cl_banco_scotiabank', label: 'Scotiabank' },
  { value: 'cl_banco_security', label: 'Security' },
  { value: 'cl_tapp_caja_los_andes', label: 'Tapp' },
  { value: 'cl_tenpo', label: 'Tenpo' },
]

/** The banks to choose from, with one that is on record and that Fintoc doesn't list any more. */
export function banksWith(known: string): { value: string; label: string }[] {
  const isListed = known === '' || FINTOC_BANKS.some(({ value }) => value === known)
  return isListed ? [...FINTOC_BANKS] : [...FINTOC_BANKS, { value: known, label: known }]
}
