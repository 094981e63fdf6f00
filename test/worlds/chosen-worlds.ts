/** Written by `npm run worlds -- --choose`. */
export const CHOSEN_SEEDS: readonly number[] = []

/** By the name of each fault planted in the protocol, the chosen seeds in whose worlds it is caught. */
export const CATCHING_SEEDS: Readonly<Record<string, readonly number[]>> = {}
