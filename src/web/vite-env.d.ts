/// <reference types="vite/client" />

// One module per icon: the package's whole list takes seconds to read in development.
declare module '@tabler/icons-react/dist/esm/icons/*.mjs' {
  import type { FunctionComponent, SVGProps } from 'react'

  const Icon: FunctionComponent<SVGProps<SVGSVGElement> & { size?: number | string }>
  export default Icon
}
