/** A cobro account at Khipu; its API key and its secret are two things. It may only what it is said to. */
export interface KhipuAccount {
  receiverId: number
  apiKey: string
  secret: string
  name: string
  /** A developer's account is paid at DemoBank only; there is no separate sandbox. */
  mode: 'developer' | 'normal'
  /** May open sub-accounts (POST /v3/receivers). */
  isIntegrator?: boolean
  /** Must name the merchant it collects for. */
  isPsp?: boolean
  /** Collects in an account at Khipu, so that refunds are possible before it is settled. */
  collectsAtKhipu?: boolean
  /** Has the contract for confirming by itself. */
  canConfirm?: boolean
}

export interface KhipuBank {
  id: string
  name: string
  type: 'Persona' | 'Empresa'
}

export const DEMO_BANK: KhipuBank = { id: 'Bawdf', name: 'DemoBank', type: 'Persona' }

/** The ids beside DemoBank's are invented. */
const banks: readonly KhipuBank[] = [
  { id: 'bst01', name: 'BancoEstado', type: 'Persona' },
  { id: 'bch01', name: 'Banco de Chile', type: 'Persona' },
  { id: 'bsa01', name: 'Santander', type: 'Persona' },
  { id: 'bci01', name: 'BCI', type: 'Persona' },
  { id: 'bch02', name: 'Banco de Chile', type: 'Empresa' },
]

export function banksOf({ mode }: KhipuAccount): readonly KhipuBank[] {
  return mode === 'developer' ? [DEMO_BANK] : banks
}
