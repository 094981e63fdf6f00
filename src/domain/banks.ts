/** Where people in Chile keep an account that takes transfers, the largest first (CMF's list of banks, and issuers of
 * accounts that take transfers as banks do). */
export const BANKS = [
  'BancoEstado',
  'Banco de Chile',
  'Santander',
  'BCI',
  'Scotiabank',
  'Itaú',
  'Banco Falabella',
  'Banco BICE',
  'Banco Security',
  'Banco Consorcio',
  'Banco Internacional',
  'Banco Ripley',
  'Coopeuch',
  'HSBC',
  'Mercado Pago',
  'Tenpo',
  'MACH',
  'Prepago Los Héroes',
  'Tapp Caja Los Andes',
  'Copec Pay',
] as const
