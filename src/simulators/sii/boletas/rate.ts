/** '15.25', as these pages write a percentage. */
export function percentText(basisPoints: number): string {
  return (basisPoints / 100).toFixed(2)
}
