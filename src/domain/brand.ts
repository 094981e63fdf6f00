/** A checked value: only the makers in `domain/` cast to it, so a plain string can't be passed as a `Rut`. */
export type Brand<T, Name extends string> = T & { readonly __brand: Name }
