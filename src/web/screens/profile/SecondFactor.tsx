import { Button, Skeleton } from '@mantine/core'
import { useIsMutating, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { FaultNotice } from '#web/ui/FaultNotice.tsx'
import { Dialog } from '#web/ui/Dialog.tsx'
import { Pill } from '#web/ui/Pill.tsx'
import { MAKES_CODES, secondFactorQuery } from './own-queries.ts'
import classes from './Profile.module.css'
import { RecoveryCodes } from './RecoveryCodes.tsx'
import { RenewCodes, TurnOff } from './SecondFactorChanges.tsx'
import { Row } from './Section.tsx'
import { TurnOn } from './TurnOn.tsx'

type Open = 'on' | 'off' | 'renew' | null

const FEW_CODES = 3

export function SecondFactor() {
  const { t } = useTranslation()
  const factor = useQuery(secondFactorQuery())
  const [open, setOpen] = useState<Open>(null)
  /** Shown once: they are not kept in the browser either. */
  const [codes, setCodes] = useState<string[] | null>(null)
  const areComing = useIsMutating({ mutationKey: MAKES_CODES }) > 0
  const close = () => {
    setOpen(null)
    setCodes(null)
  }
  if (factor.data === undefined) {
    return factor.isError ? (
      <div className={classes.failed}>
        <FaultNotice
          title={t('profile.factor.notLoaded')}
          fault={factor.error}
          onRetry={() => void factor.refetch()}
        />
      </div>
    ) : (
      <Waiting />
    )
  }
  const { is_enabled: isOn, recovery_codes_left: left } = factor.data
  const isShort = isOn && left < FEW_CODES
  return (
    <>
      <Row
        name={t('profile.factor.title')}
        mark={
          <Pill tone={isOn ? 'accent' : 'plain'}>
            {t(isOn ? 'profile.factor.on' : 'profile.factor.off')}
          </Pill>
        }
        needsYou={isShort}
        state={
          isOn
            ? `${t('profile.factor.onState', { count: left })} ${isShort ? t('profile.factor.few') : ''}`
            : t('profile.factor.offState')
        }
      >
        {isOn ? (
          <>
            <Button variant="default" onClick={() => setOpen('renew')}>
              {t('profile.factor.renew')}
            </Button>
            <Button variant="default" onClick={() => setOpen('off')}>
              {t('profile.factor.turnOff')}
            </Button>
          </>
        ) : (
          <Button onClick={() => setOpen('on')}>{t('profile.factor.turnOn')}</Button>
        )}
      </Row>
      <Dialog
        title={t(TITLES[open ?? 'on'])}
        // Closed by a key that was quicker than the drawing, it opens again with the codes.
        opened={open !== null || codes !== null}
        onClose={close}
        isFirm
        isClosedByContent={codes !== null || areComing}
      >
        {codes !== null && <RecoveryCodes codes={codes} onDone={close} />}
        {codes === null && open === 'on' && <TurnOn onCodes={setCodes} />}
        {codes === null && open === 'off' && <TurnOff onDone={close} />}
        {codes === null && open === 'renew' && <RenewCodes onCodes={setCodes} />}
      </Dialog>
    </>
  )
}

/** As high as what is usual: on a phone the button has a line of its own. */
function Waiting() {
  const { t } = useTranslation()
  return (
    <Skeleton radius={12} role="status" aria-label={t('loading')}>
      <div inert aria-hidden="true">
        <Row name={t('profile.factor.title')} state={t('profile.factor.offState')}>
          <Button>{t('profile.factor.turnOn')}</Button>
        </Row>
      </div>
    </Skeleton>
  )
}

const TITLES = {
  on: 'profile.factor.onTitle',
  off: 'profile.factor.offTitle',
  renew: 'profile.factor.renewTitle',
} as const
