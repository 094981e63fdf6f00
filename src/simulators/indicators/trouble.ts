/** How the sources may fail; 'wrong-values' makes both say a peso more than the SII's page, and a holiday wrong. */
export type IndicatorsTrouble = 'down' | 'throttled' | 'html' | 'empty' | 'wrong-values'

export interface Said {
  status: number
  body: unknown
}
