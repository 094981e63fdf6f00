/** Whose service an installation is. `rut` as a person reads it: '76.543.210-3'. */
export interface Operator {
  name: string
  rut: string
  address: string
}
