import type { ButtonProps } from '@mantine/core'
import { Button } from '@mantine/core'
import type { LinkProps } from 'react-router'
import { Link } from 'react-router'

/** A link that looks like a button: it goes somewhere, so it is a link for everybody. */
export function LinkButton(props: ButtonProps & Pick<LinkProps, 'to' | 'replace' | 'aria-label'>) {
  return <Button component={Link} {...props} />
}
