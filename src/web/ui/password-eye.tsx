import type { PasswordInputProps } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { IconEye, IconEyeOff } from './icons.ts'

/** Mantine leaves the eye out of the keyboard's way and without a name. */
export function usePasswordEye(
  what: 'password' | 'clave' = 'password',
): Partial<PasswordInputProps> {
  const { t } = useTranslation()
  const [visible, setVisible] = useState(false)
  const show = what === 'clave' ? t('actions.showClave') : t('actions.showPassword')
  const hide = what === 'clave' ? t('actions.hideClave') : t('actions.hidePassword')
  return {
    visible,
    onVisibilityChange: setVisible,
    visibilityToggleIcon: ({ reveal }) =>
      reveal ? <IconEyeOff size={18} /> : <IconEye size={18} />,
    visibilityToggleButtonProps: {
      'aria-label': visible ? hide : show,
      'aria-hidden': undefined,
      tabIndex: 0,
    },
  }
}
