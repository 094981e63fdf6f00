import { IconCalendar, IconChart, IconLink, IconShield, IconTable } from '#web/ui/icons.ts'
import { useSite } from './site-language.ts'
import classes from './Features.module.css'

const FEATURES = [
  { key: 'rules', icon: IconCalendar },
  { key: 'excel', icon: IconTable },
  { key: 'payments', icon: IconLink },
  { key: 'dashboard', icon: IconChart },
] as const

export function Features() {
  const { features } = useSite().texts
  return (
    <section id="caracteristicas" className="band" aria-labelledby="caracteristicas-title">
      <div className="bandHead" data-enter="">
        <h2 id="caracteristicas-title">{features.title}</h2>
        <p>{features.lead}</p>
      </div>
      <ul className={classes.cards}>
        {FEATURES.map(({ key, icon: Icon }) => (
          <li key={key} className={classes.card} data-enter="">
            <Icon size={24} aria-hidden />
            <h3>{features.items[key].title}</h3>
            <p>{features.items[key].desc}</p>
          </li>
        ))}
      </ul>
      <div className={classes.promise} data-enter="">
        <IconShield size={28} aria-hidden />
        <div>
          <h3>{features.promiseTitle}</h3>
          <p>{features.promise}</p>
        </div>
      </div>
    </section>
  )
}
